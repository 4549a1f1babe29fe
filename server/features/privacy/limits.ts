import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of this noun; see docs/operator/monitoring.md. */
export type PrivacyLimits = { exportsPerMember: Limit; exportDownloadsPerMember: Limit };

/** @param demo widens them as GEN-17 says */
export function privacyLimits(demo: boolean): PrivacyLimits {
  const factor = demo ? demoFactor : 1;
  return {
    exportsPerMember: { name: 'data-export', max: 5 * factor, windowSeconds: 86_400 },
    exportDownloadsPerMember: { name: 'data-export-download', max: 20 * factor, windowSeconds: 3600 },
  };
}
