/** The ways to pay that are switched on; the server writes its own list here when it serves the script. */
export const enabledTypes = ['card'];
