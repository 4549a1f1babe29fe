/** Cover, words, progress and button of a row; below 1024 px progress and button take lines of their own. */
export const rowClasses =
  'grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3.5 border-b border-border py-5 last:border-0 ' +
  'lg:grid-cols-[9.5rem_minmax(0,1fr)_13rem_7rem] lg:items-center lg:gap-6 lg:py-6';
