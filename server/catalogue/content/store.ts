import type { Selectable } from 'kysely';
import type { WrittenAssessment } from '#contract/catalogue/assessment-content.ts';
import type { Words } from '#contract/words.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export type ContentRow = Pick<Selectable<Tables['content_versions']>, 'number' | 'assessment_version'> & {
  words: Words;
  assessment: WrittenAssessment;
};

const contentColumns = 'number, assessment_version, words, assessment';

/** Finds the version that was published last. */
export async function findLatest(db: Db): Promise<ContentRow | null> {
  const rows = await db.prepared<ContentRow>(
    'content.find_latest',
    `select ${contentColumns} from content_versions order by number desc limit 1`,
    [],
  );
  return rows[0] ?? null;
}

export async function findVersion(db: Db, number: number): Promise<ContentRow | null> {
  const rows = await db.prepared<ContentRow>(
    'content.find_version',
    `select ${contentColumns} from content_versions where number = $1`,
    [number],
  );
  return rows[0] ?? null;
}

export type PublishedRow = Pick<
  Selectable<Tables['content_versions']>,
  'number' | 'assessment_version' | 'published_at'
> & {
  /** Null once the account is deleted. */
  publishedBy: string | null;
};

/** Lists the versions that were published last, latest first. */
export async function listVersions(db: Db, limit: number): Promise<PublishedRow[]> {
  return db.prepared<PublishedRow>(
    'content.list_versions',
    `select number, assessment_version, published_at,
            case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end as "publishedBy"
     from content_versions join users u on u.id = published_by
     order by number desc limit $1`,
    [limit],
  );
}

type NewVersion = Omit<ContentRow, 'assessment_version'> & { usualAssessment: string | null; publishedBy: number };

/**
 * Inserts a version under the number that follows the one that the publisher has seen. Attempts are recorded under its
 * `assessment_version`: `usualAssessment`, or that of the first version with the same assessment.
 * @returns null when that number is taken or would leave a gap
 */
export async function insertVersion(
  db: Db,
  version: NewVersion,
): Promise<Pick<ContentRow, 'number' | 'assessment_version'> | null> {
  const { number, words, assessment, usualAssessment, publishedBy } = version;
  const rows = await db.prepared<Pick<ContentRow, 'number' | 'assessment_version'>>(
    'content.insert_version',
    `insert into content_versions (number, words, assessment, assessment_version, published_by)
     select $1::integer, $2::jsonb, $3::jsonb,
            coalesce($4::text,
                     (select assessment_version from content_versions where assessment = $3::jsonb order by number limit 1),
                     $1::text),
            $5::integer
     where $1::integer = 1 + coalesce((select max(number) from content_versions), 0)
     on conflict on constraint content_versions_pkey do nothing
     returning number, assessment_version`,
    [number, JSON.stringify(words), JSON.stringify(assessment), usualAssessment, publishedBy],
  );
  return rows[0] ?? null;
}
