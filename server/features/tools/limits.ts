import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of opening and using tools; see docs/operator/monitoring.md. */
export type ToolLimits = {
  openingsPerMember: Limit;
  openingsPerNetwork: Limit;
  usesPerMember: Limit;
  usesPerNetwork: Limit;
  /** Calls of outside tools: by token, for a tool's server calls for all its members. */
  usesPerToken: Limit;
  refusedBearersPerNetwork: Limit;
};

/** @param demo widens them as GEN-17 says */
export function toolLimits(demo: boolean): ToolLimits {
  const factor = demo ? demoFactor : 1;
  return {
    openingsPerMember: { name: 'tool-open-member', max: 30 * factor, windowSeconds: 60 },
    openingsPerNetwork: { name: 'tool-open-network', max: 60 * factor, windowSeconds: 60 },
    usesPerMember: { name: 'tool-use-member', max: 120 * factor, windowSeconds: 60 },
    usesPerNetwork: { name: 'tool-use-network', max: 300 * factor, windowSeconds: 60 },
    usesPerToken: { name: 'tool-use-token', max: 120 * factor, windowSeconds: 60 },
    refusedBearersPerNetwork: { name: 'tool-bearer-refused', max: 60 * factor, windowSeconds: 60 },
  };
}
