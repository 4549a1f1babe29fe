import { queryOptions } from '@tanstack/react-query';
import { getArticle } from '#contract/articles.endpoints.ts';
import { queryOf } from '../../platform/queries.ts';
import { eachVisit } from '../library/api.ts';

/** The text of a resource, for those who have access to it. */
export const articleQuery = (id: number) => queryOptions({ ...queryOf(getArticle, { params: { id } }), ...eachVisit });
