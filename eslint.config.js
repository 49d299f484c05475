import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    files: ["src/domik/web/static/*.js", "src/domik/offline/web/*.js"],
    rules: {
      complexity: ["error", 10],
      "max-depth": ["error", 3],
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", 40],
      "no-undef": "off", // TypeScript knows what browsers have
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
    },
  },
];
