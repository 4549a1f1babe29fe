import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { getArticle } from '#contract/catalogue/articles.endpoints.ts';
import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { readArticle } from '#contract/catalogue/articles-reader.ts';
import { isBlank } from '#contract/catalogue/articles-text.ts';
import { getAdminResource } from '#contract/catalogue/publishing.endpoints.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { call } from '#web/platform/api.ts';
import { useEditForm } from '#web/platform/conflict.ts';
import { useSaveResource } from './api.ts';
import { type ResourceValues, resourceSchema, valuesOf } from './values.ts';

type ResourceFormOptions = {
  resource: AdminResource | undefined;
  /** Values when the form was opened; for a draft those when it was first opened. */
  opened: { values: ResourceValues; updatedAt: string };
  onSaved: () => void;
};

export const editedOf = (one: AdminResource) => ({ values: valuesOf(one), updatedAt: one.updatedAt });

/** Fetches a resource and its text, which has an endpoint of its own. */
async function fetchEdited(id: number) {
  const saved = await call(getAdminResource, { params: { id } });
  const text = saved.readingMinutes !== null ? (await call(getArticle, { params: { id } })).document : null;
  const edited = editedOf(saved);
  return { ...edited, values: { ...edited.values, article: text } };
}

/**
 * Returns the form's text as the server stores it, so that equal texts compare as equal; null for an empty or invalid
 * one.
 */
function keptText(written: unknown): ArticleDocument | null {
  const read = readArticle(written);
  return 'document' in read && !isBlank(read.document) ? read.document : null;
}

/**
 * State of a resource's form, validated by the contract's schema of the chosen type. `conflict` is set after another
 * administrator has saved the resource.
 */
export function useResourceForm({ resource, opened, onSaved }: ResourceFormOptions) {
  const saving = useSaveResource({ resource, onSaved });
  // The text that the editor started with; undefined before there is an editor.
  const filledWith = useRef<ArticleDocument | null>(undefined);
  const edit = useEditForm<ResourceValues, ResourceForm>({
    shape: resourceSchema,
    opened,
    save: (values, updatedAt) => saving.mutateAsync(resource ? { ...values, updatedAt } : values),
    fetchSaved: async () => {
      if (!resource) throw new Error('A new resource has no saved version');
      return fetchEdited(resource.id);
    },
    groups: ['metadata'],
    completed: (values) => ({
      ...values,
      article: values.article === undefined ? filledWith.current : keptText(values.article),
    }),
    code: 'publishing.conflict',
  });
  return {
    ...edit,
    onTextFilled: (text: ArticleDocument | null) => {
      if (filledWith.current === undefined) filledWith.current = text;
    },
  };
}

/** Facts about the resource for the fields of each form. */
export type ResourceFieldsProps = {
  /** Undefined for a new resource. */
  resourceId: number | undefined;
  hasText: boolean;
  /**
   * Number of times that a conflict, or a draft with a changed text, has filled the form; each time the text editor
   * starts again.
   */
  round: number;
  /** Called with the saved text once it is loaded and whenever it is fetched again; only the first call counts. */
  onTextFilled: (text: ArticleDocument | null) => void;
};

/** Returns the form of `useResourceForm` to the fields inside it. */
export function useResourceFields() {
  return useFormContext<ResourceValues>();
}

/** Returns the first message in the errors of a field, whose entries may have their own errors. */
export function sentenceIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Array.isArray(error) ? error.map(sentenceIn).find((sentence) => sentence !== undefined) : undefined;
}
