import type { Generated } from 'kysely';
import type { Json, OptionalTimestamp, Timestamp } from './platform.ts';

export type AssessmentTables = {
  assessment_attempts: {
    id: Generated<number>;
    user_id: number;
    resource_id: number | null;
    started_at: Timestamp;
    content_version: string;
    answers: Json<Record<string, string>>;
    scope: string | null;
    assessed_on: string | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  assessment_plan_entries: {
    attempt_id: number;
    action_id: string;
    owner: string | null;
    due_on: string | null;
    done_at: OptionalTimestamp;
  };
};
