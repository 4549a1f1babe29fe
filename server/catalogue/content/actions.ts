import { isDeepStrictEqual } from 'node:util';
import { type AssessmentContent, WrittenAssessment } from '#contract/catalogue/assessment-content.ts';
import {
  type ContentCheck,
  type ContentFile,
  type ContentState,
  WrittenWords,
} from '#contract/catalogue/content-admin.ts';
import type { Words } from '#contract/words.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { VersionedCache } from '#server/platform/database/versioned-cache.ts';
import { fail } from '#server/platform/failure.ts';
import { readContent } from './check-rules.ts';
import { type Content, changesBetween, fileOf, usualContent, usualVersion } from './rules.ts';
import * as store from './store.ts';

export type { Content };

/** The publisher's content, cached until another version is published. */
export type Contents = {
  /** Returns the current version. */
  current(): Promise<Content>;
  /**
   * Reads these versions of the assessment, and returns a function that looks one up.
   * @throws Error when a version does not exist
   */
  assessments(versions: readonly string[]): Promise<(version: string) => AssessmentContent>;
};

/** Opens the content. @param kept must lose its entries when a version is published on any node */
export function openContents(db: Db, kept: VersionedCache<Content>): Contents {
  return {
    current: () => kept.get('current', () => readCurrent(db)),
    assessments: async (versions) => {
      const found = new Map<string, AssessmentContent>();
      for (const version of new Set(versions)) {
        const content = await kept.get(version, async () => {
          const read = await readVersion(db, version);
          if (!read) throw new Error(`There is no version ${version} of the assessment's content`);
          return read;
        });
        found.set(version, content.assessment);
      }
      return (version) => {
        const assessment = found.get(version);
        if (!assessment) throw new Error(`Version ${version} of the assessment's content was not read`);
        return assessment;
      };
    },
  };
}

async function readCurrent(db: Db): Promise<Content> {
  const row = await store.findLatest(db);
  return row ? contentOf(row) : usualContent;
}

async function readVersion(db: Db, version: string): Promise<Content | null> {
  if (version === usualVersion) return usualContent;
  const row = /^[1-9]\d{0,8}$/.test(version) ? await store.findVersion(db, Number(version)) : null;
  return row && contentOf(row);
}

/** Parses a row. The schemas restore the order of fields, which the database does not keep. */
function contentOf({ number, words, assessment, assessment_version }: store.ContentRow): Content {
  return {
    version: String(number),
    words: WrittenWords.parse(words),
    assessment: { ...WrittenAssessment.parse(assessment), version: assessment_version },
  };
}

const shownVersions = 100;

/** Returns the current version and the latest 100, followed by the product's own (CONTENT-03). */
export async function getState(ctx: Context): Promise<ContentState> {
  const rows = await store.listVersions(ctx.db, shownVersions);
  const usual = { version: usualVersion, publishedAt: null, publishedBy: null, assessmentVersion: usualVersion };
  const versions = rows.map((row) => ({
    version: String(row.number),
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.publishedBy,
    assessmentVersion: row.assessment_version,
  }));
  return { current: versions[0]?.version ?? usualVersion, versions: [...versions, usual] };
}

/** Returns a version as a JSON file. @throws content.not-found */
export async function exportVersion(ctx: Context, version: string): Promise<string> {
  const content = await readVersion(ctx.db, version);
  if (!content) throw fail('content.not-found');
  return fileOf(content);
}

/** Maximum mistakes and changes that are listed; the rest is only counted. */
const mostListed = 200;

/** Returns the mistakes of a file, or the changes that it would make. */
export async function checkFile(ctx: Context, text: string): Promise<ContentCheck> {
  const read = readContent(text);
  if (read.kind === 'mistakes') {
    const { mistakes } = read;
    return { ...nothingFound, mistakes: mistakes.slice(0, mostListed), mistakeCount: mistakes.length };
  }
  const current = await readCurrent(ctx.db);
  const before = writtenOf(current);
  const { version, ...after } = read.file;
  const changes = changesBetween(before, after);
  return {
    ...nothingFound,
    changes: changes.slice(0, mostListed),
    changeCount: changes.length,
    changesAssessment: !isDeepStrictEqual(before.assessment, after.assessment),
    exportedFrom: version === undefined || version === current.version ? null : version,
  };
}

const nothingFound: ContentCheck = {
  mistakes: [],
  mistakeCount: 0,
  changes: [],
  changeCount: 0,
  changesAssessment: false,
  exportedFrom: null,
};

type Written = { words: Words; assessment: WrittenAssessment };

function writtenOf({ words, assessment: { version: _, ...assessment } }: Content): Written {
  return { words, assessment };
}

/** Publishes a file as the next version. */
export async function publishFile(
  ctx: MemberContext,
  { text, current }: { text: string; current: string },
): Promise<ContentState> {
  const read = readContent(text);
  if (read.kind === 'mistakes') throw fail('content.mistake', { ...read.mistakes[0] });
  const { words, assessment }: ContentFile = read.file;
  return publish(ctx, { written: { words, assessment }, current });
}

/** Publishes an older version again under a new number, so that the list shows which version was current when. */
export async function publishAgain(
  ctx: MemberContext,
  { version, current }: { version: string; current: string },
): Promise<ContentState> {
  const content = await readVersion(ctx.db, version);
  if (!content) throw fail('content.not-found');
  return publish(ctx, { written: writtenOf(content), current });
}

type Publishing = { written: Written; current: string };

async function publish(ctx: MemberContext, { written, current }: Publishing): Promise<ContentState> {
  const { words, assessment } = written;
  const before = await readCurrent(ctx.db);
  if (before.version !== current) throw fail('content.not-current', { version: before.version });
  if (isDeepStrictEqual(writtenOf(before), written)) throw fail('content.unchanged');
  const isUsual = isDeepStrictEqual(assessment, writtenOf(usualContent).assessment);
  const published = await store.insertVersion(ctx.db, {
    number: before.version === usualVersion ? 1 : Number(before.version) + 1,
    words,
    assessment,
    usualAssessment: isUsual ? usualVersion : null,
    publishedBy: ctx.actor.userId,
  });
  // Another administrator has published since `current` was checked.
  if (!published) throw fail('content.not-current', { version: (await readCurrent(ctx.db)).version });
  const changes = changesBetween(writtenOf(before), written);
  const version = String(published.number);
  await audit(ctx, {
    object: 'content',
    action: 'publish',
    objectId: version,
    before: { version: before.version },
    after: { version, changedPlaces: changes.length, assessmentVersion: published.assessment_version },
  });
  await announceCatalogueChange(ctx);
  return getState(ctx);
}
