import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** How often a member may have a result computed, and a report made. */
export type AssessmentLimits = { attempts: Limit; reports: Limit };

/** @param demo widens them as GEN-17 says */
export function assessmentLimits(demo: boolean): AssessmentLimits {
  const factor = demo ? demoFactor : 1;
  return {
    attempts: { name: 'assessment-attempts', max: 60 * factor, windowSeconds: 3600 },
    reports: { name: 'assessment-reports', max: 60 * factor, windowSeconds: 3600 },
  };
}
