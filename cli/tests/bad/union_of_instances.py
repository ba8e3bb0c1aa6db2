class Cat(object):
    def speak(self):
        return "meow"


class Dog(object):
    def speak(self):
        return "woof"


def entry_point(argv):
    if len(argv) > 1:
        pet = Cat()
    else:
        pet = Dog()
    print(pet.speak())
    return 0
