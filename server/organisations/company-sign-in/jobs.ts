import type { Database } from '#server/platform/database/db.ts';
import type { LookUpTxt } from '#server/platform/dns.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import { checkDomains } from './flows/domains.ts';
import { mailOwners } from './mail-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'check-domains': NoParameters;
  }
}

export function companyTasks(database: Database, portal: Portal, lookUpTxt: LookUpTxt): Tasks {
  return {
    'mail-connection-owners': (news) =>
      jobContext(database, 'connection-news').transaction((ctx) =>
        mailOwners(ctx, { ...news, newsId: news.newsId ?? newSecret() }, portal),
      ),
    'check-domains': async () => {
      const failures = new ItemFailures('The DNS records of some domains could not be read again');
      await checkDomains(jobContext(database, 'check-domains'), { lookUpTxt, portal }, failures);
      failures.throwAny();
    },
  };
}

/** The schedule of the job that runs regularly (UTC). */
export const companyCrontab = `
0 6 * * * check-domains ?jobKey=check-domains&max=3
`;

export const companyLanes: Lanes = { 'check-domains': 'bulk' };
