import type { FirstScreen } from '#contract/first-answers.ts';

/** What a first screen needs, before the build knows its files. */
type FirstScreenSource = Omit<FirstScreen, 'files'> & {
  /** The file of its component. */
  file: string;
};

const newest = '/api/resources?page=1&pageSize=48';
const firstPage = '/api/resources?page=1&pageSize=12';
const related = '/api/resources/$1/related';
const savedIds = '/api/user/saved-resources/ids';

/** Their data travels in the page itself, and their code beside the app's own (platform/first-answers.ts). */
export const firstScreens: FirstScreenSource[] = [
  {
    path: '^/$',
    file: 'features/catalogue/DashboardScreen.tsx',
    calls: [newest, '/api/user/library/unfinished', savedIds],
    accessTo: newest,
  },
  {
    path: '^/browse$',
    file: 'features/search/BrowseScreen.tsx',
    calls: [firstPage, '/api/resources/counts', savedIds],
    accessTo: firstPage,
  },
  {
    path: '^/resource/([1-9]\\d{0,8})$',
    file: 'features/catalogue/DetailScreen.tsx',
    calls: ['/api/resources/$1', savedIds, '/api/resources/$1/access', related],
    accessTo: related,
  },
];
