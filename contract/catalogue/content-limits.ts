/** Maximum length of a file of content, in characters. */
export const maxContentLength = 400_000;
