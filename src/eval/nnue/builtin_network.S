/* The bytes of VITRINE_NETWORK_FILE, for builtin_network.cpp. */
    .section .rodata
    .balign 64
    .global vitrine_network_begin
    .global vitrine_network_end
vitrine_network_begin:
    .incbin VITRINE_NETWORK_FILE
vitrine_network_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
