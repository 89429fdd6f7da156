/** What sphinx_docsjson/ext/search/search_script.py writes in front of the script. */
declare const given: {
  texts: Record<
    | 'title' | 'prompt' | 'close' | 'recent' | 'suggested' | 'nothing' | 'hint' | 'one'
    | 'many' | 'more' | 'failed' | 'everything' | 'tab' | 'version' | 'language' | 'kind' | 'site'
    | 'absent' | 'near' | 'remove' | 'pages' | 'operations' | 'fields' | 'objects' | 'move' | 'open',
    string
  >;
  languages: Record<string, string>;
  sites: { label: string; path: string }[];
  site: string;
};

interface Window {
  docsjsonSearch?: (edition: string, data: unknown) => void;
}

interface CSSHighlights {
  set(name: string, highlight: Highlight): void;
  delete(name: string): boolean;
}
