#include "EmbeddedFiles.h"

// Each ends with a zero, so that it is a text of C's.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char report_script_text[] = {
#embed "Report/report.js"
    , 0};
const char *report_script(void) { return report_script_text; }

static const char report_base_text[] = {
#embed "Report/base.css"
    , 0};
const char *report_base(void) { return report_base_text; }

static const char report_page_text[] = {
#embed "Report/page.css"
    , 0};
const char *report_page(void) { return report_page_text; }

static const char report_step_text[] = {
#embed "Report/step.css"
    , 0};
const char *report_step(void) { return report_step_text; }

static const char report_tables_text[] = {
#embed "Report/tables.css"
    , 0};
const char *report_tables(void) { return report_tables_text; }

static const char report_index_text[] = {
#embed "Report/index.css"
    , 0};
const char *report_index(void) { return report_index_text; }

static const char report_surroundings_text[] = {
#embed "Report/surroundings.css"
    , 0};
const char *report_surroundings(void) { return report_surroundings_text; }

static const char report_picture_text[] = {
#embed "Report/picture.css"
    , 0};
const char *report_picture(void) { return report_picture_text; }

static const char template_empty_text[] = {
#embed "Templates/empty.scene.yaml"
    , 0};
const char *template_empty(void) { return template_empty_text; }

static const char template_drag_text[] = {
#embed "Templates/drag.scene.yaml"
    , 0};
const char *template_drag(void) { return template_drag_text; }

static const char template_tabs_text[] = {
#embed "Templates/tabs.scene.yaml"
    , 0};
const char *template_tabs(void) { return template_tabs_text; }

static const char template_links_text[] = {
#embed "Templates/links.scene.yaml"
    , 0};
const char *template_links(void) { return template_links_text; }

static const char template_tables_text[] = {
#embed "Templates/tables.scene.yaml"
    , 0};
const char *template_tables(void) { return template_tables_text; }

static const char template_codable_text[] = {
#embed "Templates/codable.scene.yaml"
    , 0};
const char *template_codable(void) { return template_codable_text; }

static const char completion_bash_text[] = {
#embed "Completions/scenesim.bash"
    , 0};
const char *completion_bash(void) { return completion_bash_text; }

static const char completion_zsh_text[] = {
#embed "Completions/scenesim.zsh"
    , 0};
const char *completion_zsh(void) { return completion_zsh_text; }

static const char completion_fish_text[] = {
#embed "Completions/scenesim.fish"
    , 0};
const char *completion_fish(void) { return completion_fish_text; }

static const char explanations_failures_text[] = {
#embed "Explanations/failures.md"
    , 0};
const char *explanations_failures(void) { return explanations_failures_text; }

static const char explanations_problems_text[] = {
#embed "Explanations/problems.md"
    , 0};
const char *explanations_problems(void) { return explanations_problems_text; }

static const char explanations_mistakes_text[] = {
#embed "Explanations/mistakes.md"
    , 0};
const char *explanations_mistakes(void) { return explanations_mistakes_text; }

static const char explanations_stores_text[] = {
#embed "Explanations/stores.md"
    , 0};
const char *explanations_stores(void) { return explanations_stores_text; }

static const char explanations_commands_text[] = {
#embed "Explanations/commands.md"
    , 0};
const char *explanations_commands(void) { return explanations_commands_text; }

static const char explanations_properties_text[] = {
#embed "Explanations/properties.md"
    , 0};
const char *explanations_properties(void) { return explanations_properties_text; }

static const char step_verbs_text[] = {
#embed "Steps/verbs.md"
    , 0};
const char *step_verbs(void) { return step_verbs_text; }

static const char command_examples_text[] = {
#embed "Commands/examples.md"
    , 0};
const char *command_examples(void) { return command_examples_text; }

static const char other_words_text[] = {
#embed "Words/words.md"
    , 0};
const char *other_words(void) { return other_words_text; }
