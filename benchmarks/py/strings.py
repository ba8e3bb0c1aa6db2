"""Strings: building, joining, characters, slices, methods, formatting."""


def tokens(text, times):
    count = 0
    for _ in range(times):
        i = 0
        while i < len(text):
            c = text[i]
            if c.isdigit():
                start = i
                while i < len(text) and text[i].isdigit():
                    i += 1
                count += int(text[start:i])
            elif c == ' ':
                i += 1
            else:
                count += ord(c)
                i += 1
    return count


def build(times):
    total = 0
    for i in range(times):
        s = ""
        for j in range(30):
            s += chr(97 + (i + j) % 26)
        total += len(s) + s.find("z")
        parts = []
        for j in range(20):
            parts.append(s[j:j + 3])
        total += len(",".join(parts))
    return total


def formatted(times):
    total = 0
    for i in range(times):
        line = "%d: %s=%s" % (i, "name", str(i * i))
        key, value = line.split(": ")
        total += len(value.replace("=", " = ").upper()) + len(key.strip())
        if line.startswith("99") or line.endswith("1"):
            total += 1
    return total


print(tokens("12 + 34 * (567 - 8) / x1 << 90", 30000))
print(build(25000))
print(formatted(250000))
