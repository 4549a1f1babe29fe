import type { Generated } from 'kysely';
import type { Timestamp } from './platform.ts';

export type ToolsTables = {
  tool_tokens: {
    id: Generated<number>;
    token_hash: Buffer;
    sign_in_id: number;
    resource_id: number;
    online_product_id: number;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
};
