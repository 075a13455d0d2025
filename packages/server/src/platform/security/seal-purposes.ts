/**
 * The purposes with which secrets are sealed. A purpose contains the id of the user, so a secret that is copied to the row of another user
 * cannot be opened.
 */
export const sealPurposes = {
  authenticatorApp: (userId: number): string => `authenticator app of user ${userId}`,
  deletedUserName: (userId: number): string => `name of deleted user ${userId}`,
  deletedUserArchive: (userId: number): string => `archive of deleted user ${userId}`,
};
