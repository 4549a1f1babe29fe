/** What a browser's request for a page gives the web app, so that it can load and draw that page on the server. */
export type PageRequest = {
  /** The path and query of the page's address. */
  address: string;
  /** Calls the portal's own routes in the browser's place. */
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** Ends the wait: the page then goes out with the data that has arrived. */
  signal: AbortSignal;
  /** The page is the same for every visitor: leave out who calls. */
  isPublic: boolean;
  /** A member has signed in with this browser before. */
  isKnownBrowser: boolean;
};

export type FirstPage = {
  /** The dehydrated query cache, which the browser takes over as it is. */
  state: object;
  /** The screen that this page opens, as the build's manifest names its file; null for an unknown address. */
  screen: string | null;
  /** The page says that there is nothing at this address. */
  isUnknown: boolean;
  /** The markup of the page; empty for a page that the browser draws. */
  markup: string;
};

/** Exported by the web app's server build as `openPage`. */
export type OpenPage = (request: PageRequest) => Promise<FirstPage>;

/** The attribute of the app's element whose markup the server has drawn: the app takes it over instead of drawing anew. */
export const drawnAttribute = 'data-drawn';

/** The page's own function that ends the keeping of early input and gives it to the app. */
export const takeEarlyInput = 'takeEarlyInput';

/** The id of the script element of type application/json that holds `FirstPage.state`. */
export const firstPageId = 'first-page';

/** The id of the style element that holds the brand's colours (SETUP-05). */
export const brandStyleId = 'brand';
