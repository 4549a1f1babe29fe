/** Facts about a person that an organisation sees after the person has joined (ORG-10). */
export const seenOfNewcomers =
  'Owners and managers see your name, your email address, your role, its seats that you have and what they assign to you, and nothing of what you open, read, save or buy.';
