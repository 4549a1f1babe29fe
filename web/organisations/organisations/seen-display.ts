/** Facts about a person that an organisation sees after the person has joined (ORG-10). */
export const seenOfNewcomers =
  'Owners and managers see your name, your email address, your role, the seats they give you, and whether you have completed what they assign to you. They see nothing else that you open, read, save or buy.';
