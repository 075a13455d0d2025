/**
 * The purposes for which secrets are sealed (encrypted with the sealing key). The purpose contains the id of the user. A sealed secret
 * therefore cannot be opened after somebody copies it to the row of another user.
 */
export const sealPurposes = {
  authenticatorApp: (userId: number): string => `authenticator app of user ${userId}`,
  deletedUserName: (userId: number): string => `name of deleted user ${userId}`,
  deletedUserArchive: (userId: number): string => `archive of deleted user ${userId}`,
};
