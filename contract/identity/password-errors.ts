/**
 * Says that a password is wrong where the account is known, so that nothing else can be wrong. The dictionary of errors
 * repeats it, because screens that load the dictionary would load the chunk of the forms as well.
 */
export const wrongPassword = 'The current password is wrong.';
