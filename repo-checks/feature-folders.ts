/** Returns the name of the folder of a feature in server and portal: `secondFactor` in the API contract has the folder `second-factor`. */
const toFolder = (feature: string): string => feature.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Finds the features that exist only in the API contract, or only as a folder of the server or of the portal. */
export function findFeatureDifferences(
  packageName: string,
  features: readonly string[],
  folders: readonly string[],
): string[] {
  const declaredFolders = features.map(toFolder);
  return [
    ...folders.filter((folder) => !declaredFolders.includes(folder)).map((folder) => `${packageName} has ${folder}`),
    ...declaredFolders.filter((folder) => !folders.includes(folder)).map((folder) => `${packageName} lacks ${folder}`),
  ];
}

/** The folders of the API contract that are no feature of it, with the reason. */
const generalFolders: Record<string, string> = {
  calls: 'what calls have in common: the type of a call, lists, limits, permissions and problems',
  fields: 'kinds and formats of values that several features use',
  'licence-checker': 'data in the page of the portal feature licence-checker, which makes no calls',
  texts: 'languages, phrases and messages',
};

/**
 * Finds the files of the API contract that are in the folder of no feature and in none of the general folders, and the general folders that
 * do not exist. Only `api.ts`, the list of all calls, stands beside the folders.
 */
export function findFilesWithoutFeature(files: readonly string[], features: readonly string[]): string[] {
  const allowedFolders = new Set([...features.map(toFolder), ...Object.keys(generalFolders)]);
  const folders = new Set(files.map(findContractFolder));
  return [
    ...files.filter((file) => !allowedFolders.has(findContractFolder(file)) && !/\/src\/api(\.test)?\.ts$/.test(file)),
    ...Object.keys(generalFolders)
      .filter((name) => !folders.has(name))
      .map((name) => `${name} is listed and does not exist`),
  ];
}

/** Returns the name of a folder in `packages/contract/src/`, or of a file that stands beside these folders. */
const findContractFolder = (file: string): string => file.split('/')[3] ?? '';
