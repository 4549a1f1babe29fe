import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** How often files may be downloaded; a file read in parts counts once. */
export type DownloadLimits = { perFile: Limit; perMember: Limit; perNetwork: Limit };

/** @param demo widens them as GEN-17 says */
export function downloadLimits(demo: boolean): DownloadLimits {
  const factor = demo ? demoFactor : 1;
  return {
    perFile: { name: 'download-file', max: 60 * factor, windowSeconds: 3600 },
    perMember: { name: 'download-member', max: 300 * factor, windowSeconds: 3600 },
    perNetwork: { name: 'download-network', max: 600 * factor, windowSeconds: 3600 },
  };
}
