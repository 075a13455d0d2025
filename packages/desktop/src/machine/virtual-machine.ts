/**
 * Patterns for the maker and the model that virtual machines report, each with the name of that kind of virtual
 * machine.
 */
const makerPatterns: readonly [RegExp, string][] = [
  [/vmware/i, 'VMware'],
  [/virtualbox|innotek/i, 'VirtualBox'],
  [/parallels/i, 'Parallels'],
  [/microsoft corporation.*virtual machine/i, 'Hyper-V'],
  [/amazon ec2(?!.*\.metal)/i, 'Amazon EC2'],
  [/google compute engine/i, 'Google Compute Engine'],
  [/alibaba cloud|openstack|digitalocean|nutanix/i, 'a cloud'],
  [/qemu|kvm|bochs/i, 'QEMU'],
  [/xen|hvm domu/i, 'Xen'],
  [/bhyve/i, 'bhyve'],
];

/** The text that is shown as the kind of a virtual machine whose maker is unknown. */
export const unknownVirtualMachine = 'of an unknown kind';

/** Returns the kind of virtual machine with this maker and model, or undefined for a real PC. */
export const findVirtualMachineKind = (makerAndModel: string): string | undefined =>
  makerPatterns.find(([pattern]) => pattern.test(makerAndModel))?.[1];
