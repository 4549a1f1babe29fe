import type { Direction } from './check.ts';
import { noTests } from './paths.ts';

const webBelow = 'web/platform/** web/{dates,local-time,said}.ts contract/** npm:**';

/** The directions of the web app. */
export const webDirections: readonly Direction[] = [
  {
    rule: 'web > contract',
    why: 'a browser has neither server nor disk',
    from: 'web/** !web/**/*.test.tsx',
    may: 'web/** contract/** npm:**',
  },
  {
    rule: 'component tests > web, contract',
    why: 'only the network is replaced: a test and its support know neither server nor disk, except for the list of words',
    from: 'web/**/*.test.tsx tests/support/web/**',
    may: 'web/** contract/** tests/support/{web/**,words.ts} npm:**',
  },
  {
    rule: 'nothing imports the page of components',
    why: 'only npm run dev serves it: a build that had it would send its styles and states to members',
    from: '** !web/components-page/**',
    mayNot: 'web/components-page/**',
  },
  {
    rule: 'web/ui knows neither routes nor data',
    why: 'a component shows what it is given',
    from: `web/ui/** ${noTests}`,
    may: 'web/ui/** contract/** npm:** !npm:@tanstack/{react-router,react-query}',
  },
  {
    rule: 'web/platform > contract',
    why: 'platform knows no screen and no feature',
    from: `web/platform/** ${noTests}`,
    may: 'web/platform/** web/{dates,said}.ts contract/** npm:**',
  },
  {
    rule: 'web/admin knows no feature',
    why: 'the kit fits the list and the form of any feature',
    from: `web/admin/** ${noTests}`,
    may: `web/admin/** web/ui/** ${webBelow}`,
  },
  {
    rule: 'display is pure',
    why: 'what is shown follows from the arguments',
    from: 'web/*/*/display',
    may: 'web/*/*/display web/platform/search.ts web/{dates,local-time}.ts contract/**',
  },
  {
    rule: 'api > platform',
    why: 'calls know no screens',
    from: 'web/*/*/api',
    may: `web/*/*/{api,display} ${webBelow}`,
  },
  {
    rule: 'forms, parts > api, display',
    why: 'a part fits any screen',
    from: 'web/*/*/part',
    may: `web/*/*/{part,api,display} web/admin/** web/ui/** ${webBelow}`,
  },
  {
    rule: 'screens > forms, parts',
    why: "a feature uses another feature's parts, api and display, never its screens",
    from: 'web/*/*/screen',
    may: `web/{own}/screen web/*/*/{part,api,display} web/admin/** web/ui/** ${webBelow}`,
  },
  {
    rule: 'routes > layouts, screens',
    why: 'a feature names its own addresses, and the layout around each',
    from: 'web/*/*/routes',
    may: `web/shell/layouts.tsx web/{own}/screen web/*/*/{part,api,display} ${webBelow}`,
  },
];
