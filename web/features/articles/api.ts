import { queryOptions } from '@tanstack/react-query';
import { getArticle } from '#contract/articles.endpoints.ts';
import { queryOf } from '../../platform/queries.ts';
import { eachVisit } from '../library/api.ts';

/** The text of a resource, for members with access. */
export const articleQuery = (id: number) => queryOptions({ ...queryOf(getArticle, { params: { id } }), ...eachVisit });
