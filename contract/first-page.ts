/** A browser's request for a page, from which the web app loads and renders that page on the server. */
export type PageRequest = {
  /** The path and query of the page's URL. */
  address: string;
  /** Calls the portal's own routes on behalf of the browser. */
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** Aborts the loading: the page is then sent with the data that has arrived. */
  signal: AbortSignal;
  /** Whether the page is the same for every visitor; the web app must then ignore the caller. */
  isPublic: boolean;
  /** Whether a member has signed in with this browser before; false for a public page. */
  isKnownBrowser: boolean;
};

export type FirstPage = {
  /** The dehydrated query cache, which the browser hydrates unchanged. */
  state: object;
  /** The screen of this page, under its file name in the build's manifest; null when it is unknown. */
  screen: string | null;
  /** Whether the page says that nothing exists at its URL. */
  isUnknown: boolean;
  /** The markup of the page; empty when the browser must render it. */
  markup: string;
};

/** Exported by the web app's server build as `openPage`. */
export type OpenPage = (request: PageRequest) => Promise<FirstPage>;

/**
 * Attribute of the app's element when the server has rendered its markup: the app then hydrates it instead of rendering
 * it again.
 */
export const renderedAttribute = 'data-drawn';

/** Name of the page's global function that stops recording early input and hands the recorded input to the app. */
export const takeEarlyInput = 'takeEarlyInput';

/** The id of the script element of type application/json that holds `FirstPage.state`. */
export const firstPageId = 'first-page';

/** The id of the style element that holds the brand's colours (SETUP-05). */
export const brandStyleId = 'brand';
