/** Says that a password is wrong where the account is known, so that nothing else can be wrong. */
export const wrongPassword = 'The current password is wrong.';
