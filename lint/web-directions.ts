import type { Direction } from './check.ts';
import { noTests } from './paths.ts';

const webBelow = 'web/platform/** web/{dates,local-time,said}.ts contract/** npm:**';

/** The rows of the table of directions that speak of the web app. */
export const webDirections: readonly Direction[] = [
  {
    rule: 'web > contract',
    why: 'a browser has neither server nor disk',
    from: 'web/** !web/**/*.test.tsx',
    may: 'web/** contract/** npm:**',
  },
  {
    rule: 'component tests > web, contract',
    why: 'only the network is replaced: a test and its support know neither server nor disk',
    from: 'web/**/*.test.tsx tests/support/web/**',
    may: 'web/** contract/** tests/support/web/** npm:**',
  },
  {
    rule: 'web/ui knows neither routes nor data',
    why: 'a component shows what it is given',
    from: `web/ui/** ${noTests}`,
    may: 'web/ui/** contract/** npm:** !npm:@tanstack/{react-router,react-query}',
  },
  {
    rule: 'web/platform > contract',
    why: 'platform knows no screen and no noun',
    from: `web/platform/** ${noTests}`,
    may: 'web/platform/** contract/** npm:**',
  },
  {
    rule: 'web/admin knows no noun',
    why: 'the kit fits the list and the form of any noun',
    from: `web/admin/** ${noTests}`,
    may: `web/admin/** web/ui/** ${webBelow}`,
  },
  {
    rule: 'display is pure',
    why: 'what is shown follows from the arguments',
    from: 'web/features/*/display',
    may: 'web/features/*/display web/platform/search.ts web/{dates,local-time}.ts contract/**',
  },
  {
    rule: 'api > platform',
    why: 'calls know no screens',
    from: 'web/features/*/api',
    may: `web/features/*/{api,display} ${webBelow}`,
  },
  {
    rule: 'forms, parts > api, display',
    why: 'a part fits any screen',
    from: 'web/features/*/part',
    may: `web/features/*/{part,api,display} web/admin/** web/ui/** ${webBelow}`,
  },
  {
    rule: 'screens > forms, parts',
    why: "a noun uses another noun's parts, api and display, never its screens",
    from: 'web/features/*/screen',
    may: `web/features/{own}/screen web/features/*/{part,api,display} web/admin/** web/ui/** ${webBelow}`,
  },
  {
    rule: 'routes > layouts, screens',
    why: 'a noun names its own addresses, and the layout around each',
    from: 'web/features/*/routes',
    may: `web/shell/layouts.tsx web/features/{own}/screen web/features/*/{part,api,display} ${webBelow}`,
  },
];
