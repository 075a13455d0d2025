/** What the maker and model of a PC contain if it is a virtual machine, and its name. */
const makers: readonly [RegExp, string][] = [
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

/** For a virtual machine that does not name its maker. */
export const unknownVirtualMachine = 'of an unknown kind';

/** The name of the virtual machine with this maker and model; undefined for a real PC. */
export const nameVirtualMachine = (makerAndModel: string): string | undefined =>
  makers.find(([mark]) => mark.test(makerAndModel))?.[1];
