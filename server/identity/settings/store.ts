import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsWithout } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export type SettingsRow = Omit<Selectable<Tables['portal_settings']>, 'only_row'>;
export type SettingsValues = Omit<SettingsRow, 'version' | 'saved_at' | 'saved_by'>;

const columns = columnsWithout('portal_settings', ['only_row']).join(', ');

export async function getSettings(db: Db): Promise<SettingsRow> {
  const rows = await db.prepared<SettingsRow>('portal.get_settings', `select ${columns} from portal_settings`, []);
  return onlyOf(rows);
}

/** Like `getSettings`, but locks the row until the transaction ends, because a save compares with it first. */
export async function lockSettings(db: Db): Promise<SettingsRow> {
  const rows = await db.prepared<SettingsRow>(
    'portal.lock_settings',
    `select ${columns} from portal_settings for update`,
    [],
  );
  return onlyOf(rows);
}

/** Saves the settings under the next version. */
export async function updateSettings(db: Db, values: SettingsValues, savedBy: number): Promise<SettingsRow> {
  return db.kysely
    .updateTable('portal_settings')
    .set((expression) => ({
      ...values,
      introduction: values.introduction && JSON.stringify(values.introduction),
      version: expression('version', '+', 1),
      saved_at: expression.fn<Date>('now'),
      saved_by: savedBy,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

function onlyOf(rows: SettingsRow[]): SettingsRow {
  const [row] = rows;
  if (!row) throw new Error('The row of portal_settings is missing');
  return row;
}
