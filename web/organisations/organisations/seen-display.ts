/** Facts about a person that an organisation sees after the person has joined (ORG-10). */
export const seenOfNewcomers =
  'Owners and managers see your name, your email address, your role and since when you are here, the seats they give you, and for what they assign to you: how far it is done and on which day, whether you passed its knowledge check, the attempts used and the best score, and your certificates. They count completions by the role in your profile. They see nothing else that you open, read, save or buy.';
