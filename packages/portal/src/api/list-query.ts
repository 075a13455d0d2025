/** What of a list is asked for; what is left out is the default of its call, and how many rows a page has is not the address's matter. */
export type ListQuery<Search> = { [Field in keyof Omit<Search, 'pageSize'>]?: Search[Field] | undefined };
