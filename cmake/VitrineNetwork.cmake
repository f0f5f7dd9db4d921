# vitrine_embed_network(<target> <file>): makes the file the network that the target carries.
function(vitrine_embed_network target file)
  set(source "${PROJECT_SOURCE_DIR}/src/eval/nnue/builtin_network.S")
  target_sources(${target} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES
    COMPILE_DEFINITIONS "VITRINE_NETWORK_FILE=\"${file}\""
    OBJECT_DEPENDS "${file}")
endfunction()
