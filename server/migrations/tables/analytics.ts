import type { ColumnType, Generated } from 'kysely';

/** A day, written and read as text: "2026-11-21". */
type Day = ColumnType<string, string, string>;

export type AnalyticsTables = {
  analytics_changes: {
    id: Generated<number>;
    source: 'attempt' | 'invoice' | 'finished';
    subject: number;
    day: Day | null;
  };
  analytics_lines: {
    id: Generated<number>;
    source: 'attempt' | 'invoice';
    payment_id: number;
    day: Day;
    kind: string;
    amount_minor: number;
    currency: string;
    resource_id: number | null;
  };
  analytics_days: {
    day: Day;
    currency: string;
    kind: string;
    amount_minor: number;
  };
  resource_days: {
    resource_id: number;
    day: Day;
    opened: Generated<number>;
    bought: Generated<number>;
    finished: Generated<number>;
  };
  resource_weeks: {
    week: Day;
    resource_id: number;
    opened: number;
    bought: number;
    finished: number;
  };
  empty_searches: {
    day: Day;
    text: string;
    searches: number;
  };
};
