// What the server writes before the service worker (StaticRoutes).

/** Where the files lie. */
declare const assets: string;
/** The names of those that documents are listed and shown with. */
declare const shell: string[];
declare const alerts: Record<string, Record<string, { title: string, text: string }>>;

// TypeScript's library has these of the scope only, which is not the global one there.
declare function skipWaiting(): Promise<void>;
declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(type: K, listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => unknown): void;
