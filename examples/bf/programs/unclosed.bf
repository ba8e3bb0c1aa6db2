A bracket without a partner
+++
[>++
[-]
>
