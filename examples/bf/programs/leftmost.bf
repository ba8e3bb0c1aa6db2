Prints an exclamation mark and then leaves the tape
>+++++++++++[<+++>-]<.
<
