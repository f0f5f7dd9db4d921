#include "support/paths.h"

namespace vitrine::test {

std::string data_path(const std::string& name) { return VITRINE_TEST_DATA "/" + name; }

std::string mock_engine() { return VITRINE_MOCK_ENGINE; }

std::string vitrine_binary() { return VITRINE_BINARY; }

}  // namespace vitrine::test
