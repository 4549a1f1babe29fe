/** A screen that is often the first of a visit, and what it needs before it can be drawn. */
type FirstScreen = {
  /** Matches the path of the page's address; what it holds in brackets stands for `$1` in the calls. */
  path: string;
  /** The file of its component. */
  file: string;
  /** What it asks for as soon as it is known that a member is here, exactly as the app asks for it. */
  calls: string[];
  /** What it asks for as soon as the first of these was answered. */
  further?: string[];
  /** Which of all these answers with the resources whose access it asks for. */
  accessTo: string;
};

const newest = '/api/resources?page=1&pageSize=48';
const firstPage = '/api/resources?page=1&pageSize=12';
const related = '/api/resources/$1/related';
const savedIds = '/api/user/saved-resources/ids';

/** Their code and data are fetched beside the app's own code, not after it (public/first.js). */
export const firstScreens: FirstScreen[] = [
  {
    path: '^/$',
    file: 'features/catalogue/DashboardScreen.tsx',
    calls: [newest, '/api/user/library/unfinished', savedIds],
    accessTo: newest,
  },
  {
    path: '^/browse$',
    file: 'features/catalogue/BrowseScreen.tsx',
    calls: [firstPage, '/api/resources/counts', savedIds],
    accessTo: firstPage,
  },
  {
    path: '^/resource/([1-9]\\d{0,8})$',
    file: 'features/catalogue/DetailScreen.tsx',
    calls: ['/api/resources/$1', savedIds],
    further: ['/api/resources/$1/access', related],
    accessTo: related,
  },
];
