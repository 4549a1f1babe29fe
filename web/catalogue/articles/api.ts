import { queryOptions } from '@tanstack/react-query';
import { getArticle } from '#contract/catalogue/articles.endpoints.ts';
import { eachVisit } from '#web/learning/library/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of a resource's text, for members with access. */
export const articleQuery = (id: number) => queryOptions({ ...queryOf(getArticle, { params: { id } }), ...eachVisit });
