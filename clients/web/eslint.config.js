import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
    { ignores: ["node_modules", "dist"] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...ts.configs.stylistic,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: {
            parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
        },
    },
    {
        rules: {
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-console": "error",
            // TypeScript knows better which names there are.
            "no-undef": "off",
            "@typescript-eslint/no-confusing-void-expression": "off",
            // What is not drawn need not be reactive.
            "svelte/prefer-svelte-reactivity": "off",
            // Links are plain: the router takes the clicks, and there is no base path.
            "svelte/no-navigation-without-resolve": "off",
        },
    },
);
