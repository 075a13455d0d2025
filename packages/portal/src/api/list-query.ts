/** The query of a list; what is absent is the default of its call. The number of rows per page is not part of the URL. */
export type ListQuery<Search> = { [Field in keyof Omit<Search, 'pageSize'>]?: Search[Field] | undefined };
