// Texts that are part of the programs, so that a program is whole without the folder of its package.
#pragma once

const char *_Nonnull report_script(void);
const char *_Nonnull report_base(void);
const char *_Nonnull report_page(void);
const char *_Nonnull report_step(void);
const char *_Nonnull report_tables(void);
const char *_Nonnull report_index(void);
const char *_Nonnull report_surroundings(void);
const char *_Nonnull report_picture(void);
const char *_Nonnull template_empty(void);
const char *_Nonnull template_drag(void);
const char *_Nonnull template_tabs(void);
const char *_Nonnull template_links(void);
const char *_Nonnull template_tables(void);
const char *_Nonnull template_codable(void);
const char *_Nonnull completion_bash(void);
const char *_Nonnull completion_zsh(void);
const char *_Nonnull completion_fish(void);
const char *_Nonnull explanations_failures(void);
const char *_Nonnull explanations_problems(void);
const char *_Nonnull explanations_mistakes(void);
const char *_Nonnull explanations_stores(void);
const char *_Nonnull explanations_commands(void);
const char *_Nonnull explanations_properties(void);
const char *_Nonnull step_verbs(void);
const char *_Nonnull command_examples(void);
const char *_Nonnull other_words(void);
