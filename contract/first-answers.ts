/**
 * The page of the web app brings along what its first screen asks for: a script element of type application/json for
 * each answer, with the answer's own text inside and these attributes. The server writes them, the app takes them over.
 */
export const firstAnswer = {
  /** The address that was asked, as the app asks for it. */
  address: 'data-address',
  status: 'data-status',
  /** Of the answer's headers, as JSON, those of `firstAnswerHeaders` that it has. */
  headers: 'data-headers',
} as const;

/** The headers of an answer that the app reads (GEN-10). */
export const firstAnswerHeaders = ['x-total-count', 'x-total-count-is-minimum'] as const;

/** A screen that is often the first of a visit, as the build leaves it for the server in `firstScreensFile`. */
export type FirstScreen = {
  /** Matches the path of the page's address; what it holds in brackets stands for `$1` in the calls. */
  path: string;
  /** The addresses of its code, beyond what every page loads. */
  files: string[];
  /** What it asks for when a member is here, exactly as the app asks for it. */
  calls: string[];
  /** Which of these answers with the resources whose access it asks for. */
  accessTo: string;
};

export const firstScreensFile = 'first-screens.json';
