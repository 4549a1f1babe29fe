/** The largest file of content, in characters. */
export const maxContentLength = 400_000;
